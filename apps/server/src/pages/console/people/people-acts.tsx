import type { ConsoleFrame } from '../layout.tsx'

/** Those to whom an act does not apply, and why. */
export interface LeftOut {
  label: string
  reason: string
}

/** What operators do with several people at once, in a form around their list. */
export const PeopleActs = ({ frame: { words } }: { frame: ConsoleFrame }) => {
  const { admin, console } = words
  const acts = { disable: admin.disable, enable: admin.enable, 'sign-out': admin.signOutEverywhere }
  return (
    <div class="row-acts">
      <label data-choose-all hidden>
        <input type="checkbox" autocomplete="off" /> {console.people.bulk.all}
      </label>
      {Object.entries(acts).map(([act, label]) => (
        <button type="submit" name="action" value={act} class="secondary small">
          {label}
        </button>
      ))}
    </div>
  )
}

/** Whom a question is about. */
export const ChosenPeople = ({ labels }: { labels: readonly string[] }) => (
  <ul>
    {labels.map((label) => (
      <li>
        <bdi>{label}</bdi>
      </li>
    ))}
  </ul>
)

export const LeftOutPeople = ({ frame, leftOut }: { frame: ConsoleFrame; leftOut: readonly LeftOut[] }) =>
  leftOut.length > 0 ? (
    <div class="quiet">
      <p>{frame.words.console.people.bulk.leftOut}</p>
      <ul>
        {leftOut.map(({ label, reason }) => (
          <li>
            <bdi>{label}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </div>
  ) : null
