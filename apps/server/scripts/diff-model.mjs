// Prints the SQL that takes an empty database to the model: the raw material of a migration, one file per database.
// Usage: node scripts/diff-model.mjs sqlite|postgresql
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { schemaFor } from './generate.mjs'

const { SchemaEngine } = createRequire(import.meta.url)('@prisma/schema-engine-wasm')

/** The SQL that creates everything the model names. The adapter only says which dialect to write. */
export async function modelAsSql(database) {
  const provider = database === 'postgresql' ? 'postgres' : 'sqlite'
  const files = [{ path: 'schema.prisma', content: schemaFor(database) }]
  const nothing = {
    provider,
    adapterName: 'none',
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    executeRaw: async () => 0,
    executeScript: async () => {},
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: false }),
    dispose: async () => {},
  }
  const adapter = bindMigrationAwareSqlAdapterFactory({
    provider,
    adapterName: 'none',
    connect: async () => nothing,
    connectToShadowDb: async () => nothing,
  })
  const datamodels = files.map((file) => [file.path, file.content])
  const engine = await SchemaEngine.new({ datamodels }, () => {}, adapter)
  const { stdout } = await engine.diff({
    from: { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout
}

if (process.argv[1] === import.meta.filename) process.stdout.write(await modelAsSql(process.argv[2] ?? 'sqlite'))
