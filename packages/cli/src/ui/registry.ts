import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Framework, filesOf, frameworks, parts } from './parts.ts'
import { styleFolderOf } from './source-paths.ts'

// The parts in the form of the shadcn registry, for `shadcn add` and `shadcn-vue add`.

interface RegistryFile {
  path: string
  type: 'registry:component' | 'registry:file'
  target?: string
  content: string
}

/** An item as https://ui.shadcn.com/schema/registry-item.json describes it. */
export interface RegistryItem {
  $schema: string
  name: string
  type: 'registry:component' | 'registry:file'
  title: string
  description: string
  files: RegistryFile[]
}

const schemas = (framework: Framework): string =>
  `https://${framework === 'nuxt' ? 'shadcn-vue.com' : 'ui.shadcn.com'}/schema`

/**
 * The SDK is no dependency: an application has it, with its options, before it shows who is signed in. An item contains the files of the parts that it needs, because `registryDependencies` outside of shadcn's own registry are
 * absolute URLs: this item is the same wherever it is served, and as a file.
 */
export function registryItem(framework: Framework, name: string, uiFolder: string): RegistryItem | null {
  const part = parts.get(name)
  const paths = part ? filesOf(part, framework) : []
  if (!part || paths.length === 0) return null
  const isStyle = name === 'styles'
  const type = isStyle ? 'registry:file' : 'registry:component'
  return {
    $schema: `${schemas(framework)}/registry-item.json`,
    name,
    type,
    title: part.title,
    description: part.description,
    files: paths.map((path) => ({
      path: `components/${basename(path)}`,
      type,
      ...(isStyle ? { target: `${styleFolderOf({ framework, sourceFolder: 'app' })}/${basename(path)}` } : {}),
      content: readFileSync(join(uiFolder, path), 'utf8'),
    })),
  }
}

/** Every file of the registry by its path: `nextjs/user-button.json`, and `nextjs/registry.json` that lists them. */
export function registryFiles(uiFolder: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const framework of frameworks) {
    const items = [...parts.keys()].flatMap((name) => registryItem(framework, name, uiFolder) ?? [])
    for (const item of items) files.set(`${framework}/${item.name}.json`, json(item))
    files.set(
      `${framework}/registry.json`,
      json({
        $schema: `${schemas(framework)}/registry.json`,
        name: 'vestibule',
        homepage: 'https://github.com/vestibule-id/vestibule',
        items: items.map(({ $schema: _, files: contents, ...item }) => ({
          ...item,
          files: contents.map(({ content: _content, ...file }) => file),
        })),
      }),
    )
  }
  return files
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
