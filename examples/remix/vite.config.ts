import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

declare module '@remix-run/node' {
  /** The types of `useLoaderData` and `useActionData` follow `v3_singleFetch`. */
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
  ],
  // Packages of the server: when it collects the styles of a page, the development server looks at them as if for the browser.
  optimizeDeps: { exclude: ['@prisma/adapter-libsql', '@prisma/adapter-pg', '@prisma/client', '@remix-run/node'] },
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
})
