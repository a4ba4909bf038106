import { addIcon, type Framework, json, write } from './project.ts'

// React Router and Remix as their scaffolds leave them (see scaffolds.ts).

/** What the roots of both routers have: the same names, from another package. */
const routerRoot = (
  from: string,
  style: string,
) => `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '${from}'
import './${style}'

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`

const routerTypes = {
  lib: ['DOM', 'DOM.Iterable', 'ES2022'],
  target: 'ES2022',
  module: 'ES2022',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  paths: { '~/*': ['./app/*'] },
  esModuleInterop: true,
  noEmit: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  strict: true,
}

export const reactRouter: Framework = {
  name: 'react-router',
  async create(folder) {
    write(folder, {
      'package.json': json({
        name: 'react-router-app',
        private: true,
        type: 'module',
        scripts: {
          build: 'react-router build',
          dev: 'react-router dev',
          start: 'react-router-serve ./build/server/index.js',
          typecheck: 'react-router typegen && tsc',
        },
        dependencies: {
          '@react-router/node': '8.4.0',
          '@react-router/serve': '8.4.0',
          isbot: '^5.1.36',
          react: '^19.2.6',
          'react-dom': '^19.2.6',
          'react-router': '8.4.0',
        },
        devDependencies: {
          '@react-router/dev': '8.4.0',
          '@tailwindcss/vite': '^4.2.2',
          '@types/node': '^22',
          '@types/react': '^19.2.14',
          '@types/react-dom': '^19.2.3',
          tailwindcss: '^4.2.2',
          typescript: '^5.9.3',
          vite: '^8.0.3',
        },
      }),
      'react-router.config.ts':
        "import type { Config } from '@react-router/dev/config'\n\nexport default { ssr: true } satisfies Config\n",
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [tailwindcss(), reactRouter()], resolve: { tsconfigPaths: true } })
`,
      'tsconfig.json': json({
        include: ['**/*', '.react-router/types/**/*'],
        compilerOptions: {
          ...routerTypes,
          types: ['node', 'vite/client'],
          rootDirs: ['.', './.react-router/types'],
          verbatimModuleSyntax: true,
        },
      }),
      '.gitignore': '.DS_Store\n.env\n/node_modules/\n\n# React Router\n/.react-router/\n/build/\n',
      'app/app.css': '@import "tailwindcss";\n',
      'app/root.tsx': routerRoot('react-router', 'app.css'),
      'app/routes.ts':
        "import { index, type RouteConfig } from '@react-router/dev/routes'\n\nexport default [index('routes/home.tsx')] satisfies RouteConfig\n",
      'app/routes/home.tsx': 'export default function Home() {\n  return <main>Welcome</main>\n}\n',
    })
    addIcon(folder)
  },
  port: 5173,
  startPort: 3000,
  start: ['npm', 'start'],
}

export const remix: Framework = {
  name: 'remix',
  async create(folder) {
    write(folder, {
      'package.json': json({
        name: 'remix-app',
        private: true,
        sideEffects: false,
        type: 'module',
        scripts: {
          build: 'remix vite:build',
          dev: 'remix vite:dev',
          start: 'remix-serve ./build/server/index.js',
          typecheck: 'tsc',
        },
        dependencies: {
          '@remix-run/node': '2.17.5',
          '@remix-run/react': '2.17.5',
          '@remix-run/serve': '2.17.5',
          isbot: '^4.1.0',
          react: '^18.2.0',
          'react-dom': '^18.2.0',
        },
        devDependencies: {
          '@remix-run/dev': '2.17.5',
          '@types/react': '^18.2.20',
          '@types/react-dom': '^18.2.7',
          autoprefixer: '^10.4.19',
          postcss: '^8.4.38',
          tailwindcss: '^3.4.4',
          typescript: '^5.1.6',
          vite: '^6.0.0',
          'vite-tsconfig-paths': '^4.2.1',
        },
        engines: { node: '>=20.0.0' },
      }),
      'vite.config.ts': `import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import tsconfigPaths from 'vite-tsconfig-paths'

const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: true,
}

export default defineConfig({ plugins: [remix({ future }), tsconfigPaths()] })
`,
      'postcss.config.js': 'export default { plugins: { tailwindcss: {}, autoprefixer: {} } }\n',
      'tailwind.config.ts':
        "export default { content: ['./app/**/{**,.client,.server}/**/*.{js,jsx,ts,tsx}'], theme: {}, plugins: [] }\n",
      'tsconfig.json': json({
        include: ['**/*.ts', '**/*.tsx'],
        compilerOptions: {
          ...routerTypes,
          types: ['@remix-run/node', 'vite/client'],
          isolatedModules: true,
          baseUrl: '.',
        },
      }),
      '.gitignore': 'node_modules\n\n/.cache\n/build\n.env\n',
      'app/tailwind.css': '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
      'app/root.tsx': routerRoot('@remix-run/react', 'tailwind.css'),
      'app/routes/_index.tsx': 'export default function Index() {\n  return <main>Welcome</main>\n}\n',
    })
    addIcon(folder)
  },
  port: 5173,
  startPort: 3000,
  start: ['npm', 'start'],
}
