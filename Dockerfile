# syntax=docker/dockerfile:1
# Console and service in one image. How to run it: docs/operate.md, "Container".

FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY tsconfig.json vite.config.ts vite.server.config.ts index.html ./
COPY scripts ./scripts
COPY public ./public
COPY lib ./lib
COPY contract ./contract
COPY flow ./flow
COPY server ./server
COPY src ./src
RUN node --input-type=module --eval "import { build } from './scripts/build.mjs'; await build()"

FROM node:22-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

FROM node:22-slim
# As `npm start` sets it: two allocator arenas save 90 MB (docs/benchmarks.md, "Memory: `memory`").
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=4321 \
    DATA_DIR=/data
WORKDIR /app
COPY LICENSE package.json ./
COPY --from=packages /app/node_modules ./node_modules
# The empty database that a first start copies. The build makes it readable by its owner only.
COPY --from=build --chown=node:node /app/node_modules/.cache/flow-console ./node_modules/.cache/flow-console
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/dist/web ./dist/web
# A new volume takes the owner and the mode of this folder.
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 4321
STOPSIGNAL SIGTERM
# The console in front of another service has a health endpoint of its own. While it stops, a process still answers 200,
# with another status.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "--eval", "fetch('http://127.0.0.1:' + (process.env.PORT || 4321) + (process.env.API_BASE_URL ? '' : '/api') + '/health/live').then((answer) => answer.json()).then(({ status }) => process.exit(status === 'ok' ? 0 : 1), () => process.exit(1))"]
# Node itself, without npm or a shell between: signals reach the service, and its exit code is that of the container.
CMD ["node", "--enable-source-maps", "dist/server/main.mjs"]
