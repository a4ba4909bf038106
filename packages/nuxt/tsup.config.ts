import { defineConfig } from 'tsup'

// The runtime stays file by file and unbundled: Nuxt builds it into the application, with the application's own h3 and vue.
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.d.ts'],
  format: 'esm',
  target: 'es2022',
  bundle: false,
  clean: true,
})
