// The pages of docs/guides that guides.test.ts follows. The guide to Apache has its test in debian-clients.test.ts; that to PHP
// has none.

export interface Guide {
  callback: string
  /** What a scaffold would have made before the guide begins. */
  scaffold?: Record<string, string>
  /** Programs of the machine, with what installs them. */
  needs?: Record<string, string>
  /** Milliseconds until it listens. */
  startTimeout?: number
}

const npm = { 'package.json': '{ "private": true, "type": "module" }' }
export const guides: Record<string, Guide> = {
  express: { callback: '/callback', scaffold: npm },
  fastify: { callback: '/callback', scaffold: npm },
  hono: { callback: '/callback', scaffold: npm },
  sveltekit: {
    callback: '/auth/callback/vestibule',
    scaffold: {
      'package.json': JSON.stringify({
        private: true,
        type: 'module',
        scripts: { dev: 'vite dev --port $PORT' },
        devDependencies: {
          '@sveltejs/kit': '2.70.4',
          '@sveltejs/vite-plugin-svelte': '6.2.3',
          svelte: '5.57.3',
          vite: '7.3.8',
        },
      }),
      'svelte.config.js': 'export default {}\n',
      'vite.config.js': "import { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit()] }\n",
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
      'src/routes/+page.svelte': '<a href="/private">A private page</a>\n',
    },
  },
  flask: { callback: '/callback' },
  django: { callback: '/oidc/callback/' },
  // The first start compiles the standard library too.
  go: { callback: '/callback', needs: { go: 'apt-get install -y golang' }, startTimeout: 240_000 },
  spring: {
    callback: '/login/oauth2/code/vestibule',
    needs: { mvn: 'apt-get install -y maven openjdk-17-jdk-headless' },
    startTimeout: 240_000,
  },
}
