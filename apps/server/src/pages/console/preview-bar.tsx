import type { Words } from '../../words/index.ts'

export interface PreviewBarProps {
  words: Words
  preview: {
    code: string | null
    asksForPasskey: boolean
    consolePath: string
  }
}

/** Above every page of a preview: the code that no mail carries, and the way out. */
export const PreviewBar = ({ words, preview }: PreviewBarProps) => {
  const { bar } = words.console.preview
  return (
    <aside class="bar" aria-label={bar.title}>
      <strong>{bar.title}</strong>
      {preview.code && (
        <span>
          {bar.code} <bdi class="code">{preview.code}</bdi>
        </span>
      )}
      <form method="post" action={preview.consolePath}>
        {preview.asksForPasskey && (
          <button type="submit" name="action" value="passkey" class="secondary small">
            {bar.usePasskey}
          </button>
        )}
        <button type="submit" name="action" value="end" class="secondary small">
          {bar.end}
        </button>
      </form>
    </aside>
  )
}
