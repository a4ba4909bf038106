import type { Frame } from '../layout.tsx'

/** The search for everything, at the head of every page of the console. */
export const FindBox = ({ frame, query = '' }: { frame: Frame; query?: string }) => {
  const words = frame.words.console.find
  return (
    <search class="find">
      <form method="get" action={`${frame.base}/admin/find`}>
        <input
          name="q"
          aria-label={words.label}
          type="search"
          value={query}
          placeholder={words.label}
          maxlength={254}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="secondary">
          {frame.words.admin.find}
        </button>
      </form>
    </search>
  )
}
