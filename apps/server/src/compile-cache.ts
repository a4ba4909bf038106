import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Code that is imported after this is compiled once, and not at every start: when the process ends, what V8 compiled is
 * written beside the built code. Whoever may write there may change the code itself, so it can be trusted as much. Where
 * nobody may (a read-only image), nothing is written, and nothing fails.
 */
export function cacheCompiledCode(): void {
  const built = import.meta.filename.endsWith('.js')
  if (built) enableCompileCache(join(import.meta.dirname, 'compile-cache'))
}
