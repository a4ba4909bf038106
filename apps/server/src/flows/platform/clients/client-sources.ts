import { isDevelopmentServer } from '../../../config/environment.ts'
import type { Deps } from '../deps.ts'
import { ClientDocuments } from './client-documents.ts'
import type { ClientSource } from './client-source.ts'
import { DocumentFetcher } from './document-fetcher.ts'

type SourceDeps = Pick<Deps, 'config' | 'db' | 'outbound' | 'clientRules' | 'registeredClients' | 'log' | 'now'>

/** Where dynamic clients come from. A source that is switched off is not there at all. */
export function clientSources(deps: SourceDeps): ClientSource[] {
  const { config, db, clientRules: rules, log, now } = deps
  const sources: ClientSource[] = deps.registeredClients ? [deps.registeredClients] : []
  if (config.dynamicClients.mode !== 'off')
    sources.push(
      new ClientDocuments({
        config,
        db,
        fetcher: new DocumentFetcher(deps),
        rules,
        log,
        now,
        anyPort: isDevelopmentServer(config),
      }),
    )
  return sources
}
