// `npm run pack <folder>`: the SDKs as the tarballs that npm will have, for applications until the first release.
import { resolve } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runQuietly } from './processes.mjs'
import { publishedPackages } from './published-packages.mjs'

const [given] = process.argv.slice(2)
if (!given) {
  console.error('name a folder, for example: npm run pack ../vestibule-packages')
  process.exit(1)
}
await install()
await build({ filter: './packages/*', notice: 'Building the packages.' })
for (const { name } of publishedPackages)
  await runQuietly('pnpm', ['pack', '--pack-destination', resolve(given)], {
    notice: `Packing @vestibule/${name}.`,
    failure: `@vestibule/${name} could not be packed; the reason stands above.`,
    cwd: resolve('packages', name),
  })
console.log(`The packages are in ${resolve(given)}.`)
