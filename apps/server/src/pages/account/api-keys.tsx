import { ApiKeyTable, type KeyedApi, type KeyValues, MadeApiKey, NewApiKey, type ShownApiKey } from '../api-keys.tsx'
import type { List } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface ApiKeysPageProps {
  frame: AccountFrame
  keys: List<ShownApiKey>
  /** What a new key can be for; nothing where the person may make none. */
  apis: readonly KeyedApi[]
  organizations: readonly { value: string; label: string }[]
  values: KeyValues
  problems: Partial<Record<string, string>>
  mayHaveNoEnd: boolean
}

/** A person's own API keys. */
export const ApiKeysPage = ({ frame, keys, apis, ...form }: ApiKeysPageProps) => {
  const { words, base } = frame
  const action = `${base}/account/keys`
  return (
    <AccountLayout frame={frame} tab="keys">
      <p>{words.keys.intro}</p>
      <ApiKeyTable
        frame={frame}
        keys={keys}
        ownerHead={words.console.impersonation.organization}
        empty={words.keys.none}
        action={action}
      />
      {apis.length > 0 && <NewApiKey frame={frame} action={action} apis={apis} {...form} />}
    </AccountLayout>
  )
}

export const ApiKeyPage = ({ frame, name, secret }: { frame: AccountFrame; name: string; secret: string }) => (
  <AccountLayout frame={frame} tab="keys" title={name}>
    <MadeApiKey
      frame={frame}
      secret={secret}
      back={{ href: `${frame.base}/account/keys`, label: frame.words.me.tabs.keys }}
    />
  </AccountLayout>
)
