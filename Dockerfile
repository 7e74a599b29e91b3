# A container with only the program: no shell, no package manager, one unnamed user.
# docker build --build-arg VERSION=$(git describe --always) -t settable .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /settable ./cmd/settable && mkdir -m 0700 /data

FROM scratch
# TLS needs the certificates; the program contains the time zones.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /settable /settable
COPY --from=build /src/LICENSE /src/THIRD-PARTY-NOTICES.txt /
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV SETTABLE_DATABASE=/data/settable.db SETTABLE_HEALTH_ADDRESS=127.0.0.1:8766
VOLUME /data
# `docker stop` waits for ten seconds; the bot needs at most eight.
STOPSIGNAL SIGTERM
# --health succeeds while Discord is unreachable, because a restart wouldn't help.
HEALTHCHECK --start-period=60s --interval=30s --timeout=10s CMD ["/settable", "check", "--health"]
ENTRYPOINT ["/settable"]
CMD ["run"]
