# A container with nothing in it but the program: no shell, no package manager, one user without a name.
# docker build --build-arg VERSION=$(git describe --always) -t settable .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /settable ./cmd/settable && mkdir -m 0700 /data

FROM scratch
# Discord is reached by TLS; time zones are in the program itself.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /settable /settable
COPY --from=build /src/LICENSE /src/THIRD-PARTY-NOTICES.txt /
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
ENV SETTABLE_DATABASE=/data/settable.db SETTABLE_HEALTH_ADDRESS=127.0.0.1:8766
VOLUME /data
# `docker stop` waits for ten seconds; the bot needs eight at most.
STOPSIGNAL SIGTERM
# The program asks itself. Discord out of reach is no reason to start again, so it asks whether the bot lives.
HEALTHCHECK --start-period=60s --interval=30s --timeout=10s CMD ["/settable", "check", "--health"]
ENTRYPOINT ["/settable"]
CMD ["run"]
