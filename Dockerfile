# A container with only the program: no shell, no package manager, one unnamed user. To build it from source:
# docker build --build-arg COMMIT=$(git rev-parse HEAD) -t settable .
FROM --platform=$BUILDPLATFORM golang:1.26 AS go
RUN mkdir -m 0700 /data

FROM scratch AS base
# TLS needs the certificates; the program contains the time zones.
COPY --from=go /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=go --chown=65532:65532 /data /data
COPY LICENSE THIRD-PARTY-NOTICES.txt /
USER 65532:65532
ENV SETTABLE_DATABASE=/data/settable.db SETTABLE_HEALTH_ADDRESS=127.0.0.1:8766
VOLUME /data
# `docker stop` waits for ten seconds; the bot needs at most eight.
STOPSIGNAL SIGTERM
# --health succeeds while Discord is unreachable, because a restart wouldn't help.
HEALTHCHECK --start-period=60s --interval=30s --timeout=10s CMD ["/settable", "check", "--health"]
ENTRYPOINT ["/settable"]
CMD ["run"]

# The image of a release contains a program that was built beforehand.
FROM base AS release
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/settable /settable

FROM go AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG COMMIT TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
  go build -trimpath -ldflags="-s -w -X main.builtFrom=$COMMIT" -o /settable ./cmd/settable

FROM base
COPY --from=build /settable /settable
