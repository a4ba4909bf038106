import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Checkout, makeCheckout } from './checkout.ts'
import { openRegistry } from './registry.ts'
import { type Environment, run } from './run.ts'

// The first release, by the command that claims the names and those of .github/workflows/release.yml, in a copy of the working tree and to a registry on loopback.

export interface Release {
  /** Where the packages are to be had. */
  registry: string
  /** The copy, as it is after its version pull request was merged. */
  checkout: string
  tarballs: string[]
  /** Each makes a release on GitHub. */
  tags: string[]
  /** Finds the tools of a release. */
  env: Environment
  close(): Promise<void>
}

export async function rehearseRelease(): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-release-'))
  const registry = await openRegistry(folder)
  const close = async () => {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const checkout = await makeCheckout(join(folder, 'checkout'))
    const env = publishing(checkout, folder, registry)
    await run(['node', 'scripts/release/names.mjs'], checkout.folder, env)
    await run(['node', 'scripts/release/version.mjs'], checkout.folder, checkout.env)
    const plan = join(folder, 'publish-plan.json')
    const packed = join(folder, 'packed')
    const changeset = (...args: string[]) => run(['changeset', ...args], checkout.folder, env)
    await changeset('publish-plan', '--output', plan)
    await changeset('pack', '--from-publish-plan', plan, '--out-dir', packed)
    await changeset('publish', '--from-pack-dir', packed)
    return {
      registry: registry.url,
      checkout: checkout.folder,
      env: checkout.env,
      tarballs: readdirSync(join(packed, 'packages')).map((name) => join(packed, 'packages', name)),
      tags: tagsIn(join(folder, 'tags.ndjson')),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Provenance is off: it is signed with the identity of a run of the workflow, and there is none. */
function publishing({ env }: Checkout, folder: string, { url, token }: { url: string; token: string }): Environment {
  const config = join(folder, 'npmrc')
  writeFileSync(config, `@vestibule:registry=${url}\n${url.replace('http:', '')}:_authToken=${token}\n`)
  // `npx` hands the machine's own file down in small letters, and npm's tools read either spelling.
  const { npm_config_userconfig: _, ...rest } = env
  return {
    ...rest,
    NPM_CONFIG_USERCONFIG: config,
    NPM_CONFIG_PROVENANCE: 'false',
    CHANGESETS_OUTPUT: join(folder, 'tags.ndjson'),
  }
}

const tagsIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).tag)
