# syntax=docker/dockerfile:1

# The client, as files.
FROM node:22-slim AS client
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-progress --loglevel error
COPY internal/art /src/internal/art
COPY internal/i18n /src/internal/i18n
COPY web ./
RUN npm run --silent build -- --logLevel warn

# The binary, static and with the client inside.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
COPY --from=client /src/internal/server/web/dist internal/server/web/dist
ARG VERSION=unknown
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.buildVersion=$VERSION" -o /out/tagmate ./cmd/tagmate \
    && mkdir /out/data

# Nothing else: no shell, no packages, nobody but one user.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/tagmate /tagmate
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/tagmate"]
CMD ["serve", "--addr", ":8080", "--data", "/data"]
