# Foyer in a container: docs/container.md says how to run it.
FROM node:24.21.0-bookworm-slim AS build
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

FROM node:24.21.0-bookworm-slim
WORKDIR /app

# One program, the web client, and the one native module that no bundle can hold.
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules/@node-rs node_modules/@node-rs
COPY --from=build /build/dist/server dist/server
COPY --from=build /build/dist/web dist/web
COPY LICENSE ./

# Any user may make the data folder below /config, for itself alone. SQLite's own temporary files go there too, so
# that the root can be read-only.
RUN mkdir -m 1777 /config
ENV APP_DATA_DIR=/config/data SQLITE_TMPDIR=/config
VOLUME /config
USER 1000:1000
EXPOSE 5454

# The flags are those of `npm start`: they keep the memory of an idle server small.
ENTRYPOINT ["node", "--max-semi-space-size=2", "--v8-pool-size=1", "--no-concurrent-recompilation", "dist/server/main.js"]
CMD ["serve"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=1m --timeout=10s --start-period=60s CMD ["node", "dist/server/main.js", "healthcheck"]
