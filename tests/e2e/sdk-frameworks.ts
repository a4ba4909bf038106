import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// The fixtures of the SDKs, built and started by the commands of their frameworks.

const root = join(import.meta.dirname, '../..')

/** How an application is built and started. */
export interface Framework {
  build(env?: Record<string, string>): { status: number | null; output: string }
  start(env: Record<string, string>): ChildProcess
  /** The development server, on every interface. It has a process group, because it starts others. */
  develop(port: number): ChildProcess
  /** Removes what `prepare` and `build` have written. */
  remove(): void
}

/** Exactly these variables. Next's types require NODE_ENV, which nobody sets. */
const environment = (given: Record<string, string | undefined>): NodeJS.ProcessEnv =>
  Object.assign(Object.create(Object.prototype), given)

const run = (cwd: string, args: readonly string[], env: Record<string, string>) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: environment({ PATH: process.env.PATH, HOME: process.env.HOME, NEXT_TELEMETRY_DISABLED: '1', ...env }),
    encoding: 'utf8',
    timeout: 240_000,
  })
  return { status, output: `${stdout}${stderr}` }
}

const develop = (cwd: string, args: readonly string[]) => {
  const { PATH, HOME } = process.env
  const env = environment({ PATH, HOME, NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' })
  return spawn(process.execPath, args, { cwd, env, stdio: 'pipe', detached: true })
}

/**
 * `next build` and `next start`, with the dependencies of the example.
 *
 * @param files replace or complete the fixture, in a copy of it
 */
export function nextjs(files?: Record<string, string>): Framework {
  const fixture = join(root, 'packages/nextjs/test/fixture')
  // Next looks for its dependencies below the folder of the lock file.
  const folder = files ? mkdtempSync(join(root, 'packages/nextjs/test/.copy-')) : fixture
  if (files) {
    cpSync(fixture, folder, {
      recursive: true,
      filter: (path) => !/node_modules|\.next/.test(path.slice(fixture.length)),
    })
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const modules = join(folder, 'node_modules')
  const script = join(modules, 'next/dist/bin/next')
  const remove = () => {
    for (const path of files ? [folder] : [modules, join(folder, '.next')])
      rmSync(path, { recursive: true, force: true })
  }
  rmSync(modules, { force: true })
  symlinkSync(join(root, 'examples/nextjs/node_modules'), modules)
  return {
    build: (env = {}) => run(folder, [script, 'build'], env),
    start: (env) => {
      const { HOME } = process.env
      const all = environment({ HOME, PATH: process.env.PATH, NEXT_TELEMETRY_DISABLED: '1', ...env })
      return spawn(process.execPath, [script, 'start'], { cwd: folder, env: all, stdio: 'pipe' })
    },
    develop: (port) => develop(folder, [script, 'dev', '-p', String(port), '-H', '0.0.0.0']),
    remove,
  }
}

const nuxtFolder = join(root, 'packages/nuxt')
const nuxtScript = 'node_modules/nuxt/bin/nuxt.mjs'

/** `nuxt build` and `node .output/server/index.mjs`. */
export const nuxt: Framework = {
  build: (env = {}) => run(nuxtFolder, [nuxtScript, 'build', 'test/fixture'], env),
  start: (env) =>
    spawn(process.execPath, ['.output/server/index.mjs'], {
      cwd: join(nuxtFolder, 'test/fixture'),
      env: environment(env),
      stdio: 'pipe',
    }),
  develop: (port) =>
    develop(nuxtFolder, [nuxtScript, 'dev', 'test/fixture', '--port', String(port), '--host', '0.0.0.0']),
  remove: () => {},
}

/** `remix vite:build` and `remix-serve`, in a new folder with the dependencies of the example. */
export function remix(): Framework {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-remix-'))
  const dependencies = join(root, 'examples/remix')
  cpSync(join(root, 'packages/remix/test/fixture'), folder, { recursive: true })
  symlinkSync(join(dependencies, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['package.json', 'vite.config.ts']) cpSync(join(dependencies, name), join(folder, name))
  const script = 'node_modules/@remix-run/dev/dist/cli.js'
  return {
    build: (env = {}) => run(folder, [script, 'vite:build'], env),
    start: (env) =>
      spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
        cwd: folder,
        env: environment(env),
        stdio: 'pipe',
      }),
    develop: (port) => develop(folder, [script, 'vite:dev', '--port', String(port), '--host', '0.0.0.0']),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A process, what it prints, and how it ends. */
export function watched(child: ChildProcess): { output(): string; ended: Promise<number | null> } {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  return { output: () => output, ended: new Promise((resolve) => child.on('exit', resolve)) }
}
