# syntax=docker/dockerfile:1
# Two stages: build tools stay in the first. docs/deployment.md explains how to run the image.

# The build needs glibc (the pinned Node of package.json); what it makes is JavaScript and WebAssembly only, so it runs on
# the platform of the machine for every platform of the image.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --filter vestibule-monorepo --filter @vestibule/server... \
  && npx --yes pnpm@12.21.0 deploy:server /app

FROM node:24-alpine
LABEL org.opencontainers.image.title="Vestibule" \
  org.opencontainers.image.description="A passwordless, multi-tenant OpenID Connect provider" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.source="https://github.com/vestibule-id/vestibule" \
  org.opencontainers.image.documentation="https://github.com/vestibule-id/vestibule/blob/main/docs/deployment.md"
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=4000
WORKDIR /app
COPY --from=build /app /app
# The only folder that is written to, and only with SQLite.
RUN mkdir /app/data && chown node:node /app/data
VOLUME /app/data
USER node
EXPOSE 4000
# Alive, and not ready: a server that waits for its database is not helped by a restart.
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD wget -q -O /dev/null "http://127.0.0.1:${PORT}/health/live" || exit 1
# Long enough for what is in flight: the server drains for 25 seconds.
STOPSIGNAL SIGTERM
# Here and not in NODE_OPTIONS, which whoever runs the image may set. What it limits: docs/operations.md.
ENTRYPOINT ["node", "--max-semi-space-size=16", "dist/cli.js"]
CMD ["serve"]
