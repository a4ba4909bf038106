import { ApiKeyTable, type ShownApiKey } from '../api-keys.tsx'
import { Field } from '../layout.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface ApiKeysPageProps {
  frame: ConsoleFrame
  /** What was looked for; empty if nothing was. */
  query: string
  /** How long what every key shows of itself is: of a whole key that is pasted, the rest stays out of the address. */
  length: number
  found: readonly ShownApiKey[]
}

/** Finds an API key by what every list and log shows of it, whoever's it is. */
export const ApiKeysPage = ({ frame, query, length, found }: ApiKeysPageProps) => {
  const { words, base } = frame
  const action = `${base}/admin/api-keys`
  return (
    <ConsoleLayout frame={frame} section="apiKeys">
      <form method="get" action={action}>
        <Field
          name="q"
          label={words.lists.id}
          value={query}
          maxlength={length}
          class="technical"
          autocomplete="off"
          required
        />
        <button type="submit" class="secondary">
          {words.activity.filters.show}
        </button>
      </form>
      {query !== '' && (
        <ApiKeyTable
          frame={frame}
          keys={{ rows: found, next: null, first: null }}
          ownerHead={words.console.apiKeys.owner}
          empty={words.admin.nothing}
          action={action}
        />
      )}
    </ConsoleLayout>
  )
}
