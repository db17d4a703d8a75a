# The image for a CI server that runs builds in Docker. Without Docker, use the rootfs archive or the binary itself.
#
#   docker build --build-arg VERSION=$(git describe --tags --always) -t werkrevisor:$(git describe --tags --always) .
#
# The CI server starts `sh -c '… bash -c …'` in it, and prepares folders with mkdir, chown and chmod.
# So the image has a shell and coreutils, and no ENTRYPOINT that would swallow these arguments.

FROM golang:1.26-trixie AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY cmd ./cmd
COPY internal ./internal
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /out/werkrevisor ./cmd/werkrevisor

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/werkrevisor /usr/local/bin/werkrevisor
# WERKREVISOR_CONFIG may name one of these example configs.
COPY config /werkrevisor/config
CMD ["werkrevisor", "--version"]
