import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/main.ts', 'src/cli.ts'],
  format: 'esm',
  target: 'node24',
  splitting: true,
  sourcemap: true,
  clean: true,
  dts: false,
  // node:sqlite exists under that name only.
  removeNodeProtocol: false,
  // What every start needs, and is many small files: each one costs its own search in node_modules.
  noExternal: ['hono', 'jose', '@hono/node-server', 'markdown-it'],
  esbuildOptions(options) {
    // Node reads every character before the first request. Names stay, so that a stack trace can be read, and lines stay
    // short: Node prints the whole line of an exception that nobody caught.
    options.minifyWhitespace = true
    options.lineLimit = 160
  },
})
