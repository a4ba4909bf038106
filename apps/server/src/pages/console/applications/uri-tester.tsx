import type { Words } from '../../../words/index.ts'
import { Snippet } from '../../facts.tsx'
import type { ConsoleFrame } from '../layout.tsx'

/** What came of comparing a redirect URI with the registered ones. */
export interface TestedUri {
  uri: string
  result:
    | { kind: 'matches'; number: number }
    | {
        kind: 'differs'
        number: number
        registered: string
        position: number
        difference: keyof Words['console']['applications']['differences']
      }
    | { kind: 'none' }
}

interface UriTesterProps {
  frame: ConsoleFrame
  applicationId: string
  tested: TestedUri | null
}

/** Says which registered redirect URI the one of a request matches, or where it differs from the nearest. */
export const UriTester = ({ frame, applicationId, tested }: UriTesterProps) => {
  const words = frame.words.console.applications
  const id = encodeURIComponent(applicationId)
  return (
    <>
      <h2 id="test">{words.tester}</h2>
      <form method="get" action={`${frame.base}/admin/applications/${id}#test`}>
        <div class="field">
          <label for="tested-uri">{words.testedUri}</label>
          <input id="tested-uri" name="uri" dir="ltr" value={tested?.uri} maxlength={4000} spellcheck={false} />
        </div>
        <button type="submit" class="secondary">
          {words.test}
        </button>
      </form>
      {tested && (
        <div class="done tested" role="status">
          <Result frame={frame} {...tested} />
        </div>
      )}
    </>
  )
}

const Result = ({ frame, uri, result }: TestedUri & { frame: ConsoleFrame }) => {
  const words = frame.words.console.applications
  if (result.kind === 'none') return <>{words.noRedirectUri}</>
  if (result.kind === 'matches') return <>{words.matches({ number: result.number })}</>
  const { number, registered, position, difference } = result
  return (
    <>
      <p>{words.differs({ number, position, what: words.differences[difference] })}</p>
      <Marked frame={frame} uri={registered} position={position} />
      <Marked frame={frame} uri={uri} position={position} />
    </>
  )
}

/** A URI with the rest that differs marked. */
const Marked = ({ frame, uri, position }: { frame: ConsoleFrame; uri: string; position: number }) => (
  <Snippet copy={frame.words.lists}>
    {uri.slice(0, position - 1)}
    <mark>{uri.slice(position - 1)}</mark>
  </Snippet>
)
