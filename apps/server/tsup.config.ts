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
})
