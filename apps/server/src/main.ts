import { cacheCompiledCode } from './compile-cache.ts'

// Before anything else is imported.
cacheCompiledCode()
const { fail, serve } = await import('./server-process.ts')
serve().catch(fail)
