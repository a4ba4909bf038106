import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './processes.ts'
import { addIcon, type Framework, json, write } from './project.ts'
import { reactRouter, remix } from './router-scaffolds.ts'

// New projects with each scaffold's own defaults, as of 22 November 2026: create-next-app 16.4.3, create-nuxt 3.37.0 (the
// template "minimal" of Nuxt 4), create-react-router 8.4.0, create-remix 2.17.5. The first brings its template in its npm
// package and is run. The others download theirs from elsewhere, so that what they leave behind is written down: the same
// scripts, dependencies, configuration and flags, on plain pages. (Remix's template also has both entries, as Remix makes them up.)

const nextjs: Framework = {
  name: 'nextjs',
  async create(folder, env) {
    const options = ['--yes', '--skip-install', '--disable-git', '--use-npm']
    await run(['npx', '--yes', 'create-next-app@16.4.3', folder, ...options], dirname(folder), env)
    // Its fonts come from the internet when it is built.
    const layout = join(folder, 'app/layout.tsx')
    const geist = '../node_modules/next/dist/compiled/@vercel/og/Geist-Regular.ttf'
    const local = readFileSync(layout, 'utf8')
      .replace('import { Geist, Geist_Mono } from "next/font/google"', 'import localFont from "next/font/local"')
      .replaceAll(/= Geist(_Mono)?\(\{/g, `= localFont({\n  src: "${geist}",`)
      .replaceAll(/^ {2}subsets: .*\n/gm, '')
    writeFileSync(layout, local)
  },
  port: 3000,
  startPort: 3000,
  start: ['npm', 'start'],
}

const nuxt: Framework = {
  name: 'nuxt',
  async create(folder) {
    write(folder, {
      'package.json': json({
        name: 'nuxt-app',
        type: 'module',
        private: true,
        scripts: {
          build: 'nuxt build',
          dev: 'nuxt dev',
          generate: 'nuxt generate',
          preview: 'nuxt preview',
          postinstall: 'nuxt prepare',
        },
        dependencies: { nuxt: '^4.5.2', vue: '^3.5.45', 'vue-router': '^5.1.0' },
      }),
      'nuxt.config.ts':
        "export default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  devtools: { enabled: true },\n})\n",
      'app/app.vue': '<template>\n  <div>\n    <NuxtRouteAnnouncer />\n    <NuxtWelcome />\n  </div>\n</template>\n',
      'tsconfig.json': json({
        files: [],
        references: ['app', 'server', 'shared', 'node'].map((name) => ({ path: `./.nuxt/tsconfig.${name}.json` })),
      }),
      '.gitignore':
        '.output\n.data\n.nuxt\n.nitro\n.cache\ndist\n\nnode_modules\n\nlogs\n*.log\n\n.env\n.env.*\n!.env.example\n',
      'public/robots.txt': 'User-Agent: *\nDisallow:\n',
    })
    addIcon(folder)
  },
  port: 3000,
  startPort: 3000,
  start: ['node', '.output/server/index.mjs'],
}

export const frameworks: readonly Framework[] = [nextjs, nuxt, reactRouter, remix]
