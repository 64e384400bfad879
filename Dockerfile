# Foyer in a container: docs/container.md says how to run it.
# What it is built on: glibc, Node and npm. Npm brings the Node that goes into the image, by the hash in the lockfile.
ARG BUILD_BASE=node:24.21.0-bookworm-slim
# What it runs on: glibc and setpriv, no Node.
ARG BASE=debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /build

# What is installed changes less often than the sources, so it comes first and is kept.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY simulators/package.json simulators/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci --include-workspace-root --workspace contract --workspace server --workspace web

COPY tsconfig.base.json ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
RUN npm run build

FROM ${BASE}
# Set by the release, like the version of package.json.
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title="Foyer" \
      org.opencontainers.image.description="Discover, request and follow a household's movies, shows, books and music" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
WORKDIR /app

# As in the archive of a release: Node, one program, the web client, and the one native module that no bundle can hold.
COPY --from=build /build/node_modules/node-linux-*/bin/node bin/
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules/@node-rs node_modules/@node-rs
COPY --from=build /build/dist/server dist/server
COPY --from=build /build/dist/web dist/web
COPY LICENSE deploy/archive/foyer ./
COPY deploy/container/foyer /usr/local/bin/

# Any user may write to /config, and nobody removes or reads another's files: Foyer makes them for itself alone. SQLite's
# own temporary files go there too, so that the root can be read-only.
RUN mkdir -m 1777 /config
ENV APP_DATA_DIR=/config SQLITE_TMPDIR=/config
VOLUME /config
USER 1000:1000
EXPOSE 5454

ENTRYPOINT ["foyer"]
CMD ["serve"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["foyer", "healthcheck"]
