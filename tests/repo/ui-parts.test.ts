import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, transform } from 'esbuild'
import { afterAll, describe, expect, test } from 'vitest'
import { type Framework, fileOf, filesOf, frameworks, parts } from '../../packages/cli/src/ui/parts.ts'
import { registryFiles, registryItem } from '../../packages/cli/src/ui/registry.ts'

// The parts that applications copy: their registry, their sizes, and their types in the configuration of new projects.

const root = join(import.meta.dirname, '../..')
const uiFolder = join(root, 'packages/cli/ui')
const names = [...parts.keys()].filter((name) => name !== 'styles')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-parts-'))
  folders.push(folder)
  return folder
}

describe('the registry', () => {
  test.each(frameworks)('every item for %s is whole: it has each file that one of its files imports', (framework) => {
    for (const name of parts.keys()) {
      const item = registryItem(framework, name, uiFolder)
      if (!item) continue
      const files = new Map(item.files.map(({ path, content }) => [basename(path), content]))
      for (const content of files.values())
        for (const [, imported = ''] of content.matchAll(/from '\.\/([^']+)'/g))
          expect([...files.keys()], `${name} imports ${imported}`).toContain(imported.replace(/^([^.]+)$/, '$1.tsx'))
      // shadcn would look for a name in its own registry, and install a package by its name.
      expect(item).not.toHaveProperty('registryDependencies')
      expect(item).not.toHaveProperty('dependencies')
    }
  })

  test('the package of the command has it, and the parts', () => {
    const folder = join(root, 'packages/cli')
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const build = 'tsx scripts/build-registry.ts'
    expect(scripts.prepack).toContain(build)
    execFileSync(join(root, 'node_modules/.bin/tsx'), [build.split(' ')[1] ?? ''], { cwd: folder })
    const listing = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [{ files }] = JSON.parse(listing) as [{ files: { path: string }[] }]
    const packed = files.map(({ path }) => path)
    for (const path of registryFiles(uiFolder).keys()) expect(packed).toContain(`registry/${path}`)
    for (const part of parts.values())
      for (const path of Object.values(part.files)) expect(packed).toContain(`ui/${path}`)
  })

  test('it lists every part for every framework, and a file of each', () => {
    const files = registryFiles(uiFolder)
    for (const framework of frameworks) {
      const { items } = JSON.parse(files.get(`${framework}/registry.json`) ?? '') as { items: { name: string }[] }
      const expected = [...parts].filter(([, part]) => fileOf(part, framework)).map(([name]) => name)
      expect(items.map(({ name }) => name)).toEqual(expected)
      for (const name of expected) expect(files.has(`${framework}/${name}.json`)).toBe(true)
    }
  })
})

describe('sizes', () => {
  const limit = 3 * 1024
  const { parse, compileScript } = createRequire(join(root, 'packages/nuxt/package.json'))('vue/compiler-sfc') as {
    parse(source: string): { descriptor: object }
    compileScript(descriptor: object, options: object): { content: string }
  }
  const vue: Plugin = {
    name: 'vue',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.vue$/ }, async ({ path }) => {
        const { descriptor } = parse(readFileSync(path, 'utf8'))
        const { content } = compileScript(descriptor, { id: basename(path), inlineTemplate: true })
        return { contents: content, loader: 'ts' }
      }),
  }

  /** Bytes of a part with the others that it needs, minified and compressed, without the framework and the SDK. */
  async function builtBytes(framework: Framework, name: string): Promise<number> {
    const folder = temporaryFolder()
    const part = parts.get(name)
    if (!part) throw new Error(`${name} is no part`)
    for (const path of filesOf(part, framework)) cpSync(join(uiFolder, path), join(folder, basename(path)))
    const { outputFiles } = await build({
      entryPoints: [join(folder, basename(fileOf(part, framework) ?? ''))],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      external: ['react', 'react/jsx-runtime', 'vue', '@vestibule/*', '@/lib/auth'],
      plugins: [vue],
    })
    return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length
  }

  test.each(frameworks)('each part for %s is below 3 KB, as its file and as what is built of it', async (framework) => {
    const sizes: string[] = []
    for (const name of names) {
      const path = fileOf(parts.get(name) as NonNullable<ReturnType<typeof parts.get>>, framework)
      if (path === null) continue
      const source = readFileSync(join(uiFolder, path)).length
      const built = await builtBytes(framework, name)
      sizes.push(`${name} ${source} and ${built}`)
      expect(source, `${framework} ${name}`).toBeLessThan(limit)
      expect(built, `${framework} ${name}`).toBeLessThan(limit)
    }
    console.log(`bytes of files, and built with what they need: ${framework} ${sizes.join(', ')}`)
  })

  test('the one sheet of styles is below 3 KB for a browser', async () => {
    const sheet = readFileSync(join(uiFolder, 'vestibule.css'), 'utf8')
    const { code } = await transform(sheet, { loader: 'css', minify: true })
    expect(gzipSync(code).length).toBeLessThan(limit)
  })
})

describe('types', () => {
  const everyPart = (alias: string): string =>
    `import { OrganizationSwitcher } from '${alias}/organization-switcher'
import { Protect } from '${alias}/protect'
import { SignUpLink } from '${alias}/sign-up-link'
import { SignedIn } from '${alias}/signed-in'
import { SignedOut } from '${alias}/signed-out'
import { UserButton } from '${alias}/user-button'

export default function Page() {
  return (
    <header>
      <SignedIn>
        <OrganizationSwitcher returnTo="/dashboard" />
        <UserButton accountUrl="https://id.example.com/account">
          <li>One more</li>
        </UserButton>
        <Protect requirement={{ role: ['owner', 'admin'], maxAge: 300 }} fallback={<p>Ask an owner.</p>}>
          Billing
        </Protect>
      </SignedIn>
      <SignedOut>
        <SignUpLink className="button" returnTo="/welcome">Join</SignUpLink>
      </SignedOut>
    </header>
  )
}
`

  // As create-next-app, create-react-router and create-remix write them.
  const common = {
    strict: true,
    noEmit: true,
    esModuleInterop: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    isolatedModules: true,
    skipLibCheck: true,
    jsx: 'react-jsx',
    types: [],
  }
  const lib = ['DOM', 'DOM.Iterable', 'ES2022']
  test.each([
    [
      'nextjs',
      'nextjs',
      'nextjs',
      { target: 'ES2017', lib: ['dom', 'dom.iterable', 'esnext'], allowJs: true, incremental: true },
    ],
    ['react-router', 'remix', 'nextjs', { target: 'ES2022', lib, verbatimModuleSyntax: true }],
    ['remix', 'remix', 'remix', { target: 'ES2022', lib, allowJs: true, forceConsistentCasingInFileNames: true }],
  ] as const)('the parts compile in a new %s project', (framework, sdk, reactOf, compilerOptions) => {
    const folder = temporaryFolder()
    for (const name of parts.keys()) {
      const path = fileOf(parts.get(name) as NonNullable<ReturnType<typeof parts.get>>, framework)
      if (path?.endsWith('.tsx')) cpSync(join(uiFolder, path), join(folder, 'components', basename(path)))
    }
    mkdirSync(join(folder, 'lib'))
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    mkdirSync(join(folder, 'node_modules/@vestibule'))
    writeFileSync(
      join(folder, 'lib/auth.ts'),
      "import { createAuth } from '@vestibule/nextjs'\nexport const { getSession } = createAuth()\n",
    )
    if (framework !== 'nextjs') rmSync(join(folder, 'lib'), { recursive: true })
    writeFileSync(join(folder, 'page.tsx'), everyPart('@/components'))
    // A copy of the SDK, whose React is that of the project.
    cpSync(join(root, 'packages', sdk, 'dist'), join(folder, 'node_modules/@vestibule', sdk, 'dist'), {
      recursive: true,
    })
    cpSync(join(root, 'packages', sdk, 'package.json'), join(folder, 'node_modules/@vestibule', sdk, 'package.json'))
    symlinkSync(join(root, 'packages/core'), join(folder, 'node_modules/@vestibule/core'))
    const react = join(root, 'packages', reactOf, 'node_modules')
    symlinkSync(realpathSync(join(react, 'react')), join(folder, 'node_modules/react'))
    symlinkSync(realpathSync(join(react, '@types/react')), join(folder, 'node_modules/@types/react'))
    const config = {
      compilerOptions: { ...common, ...compilerOptions, paths: { '@/*': ['./*'] } },
      include: ['**/*.tsx'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
