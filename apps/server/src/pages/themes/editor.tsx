import { ActForm } from '../act-form.tsx'
import { Field, Technical } from '../layout.tsx'
import { joinParts, Row, Rows } from '../table.tsx'
import { ImageForms, type ShownImage } from './images.tsx'
import { PreviewLinks } from './previews.tsx'
import type { ThemePage } from './theme-page.ts'

/** The values of the form, by the name of their field. Fields of parts that may not be set are absent. */
export type ThemeFields = Readonly<Partial<Record<ThemeField, string>>>
export const themeFields = [
  'name',
  'accent',
  'accent_dark',
  'paper',
  'paper_dark',
  'ground',
  'ground_dark',
  'radius',
  'help_url',
  'privacy_url',
  'terms_url',
] as const
export type ThemeField = (typeof themeFields)[number]

interface EditorProps extends ThemePage {
  ownerName: string
  mayChange: boolean
  /** Counts every change: a form that was opened before another change is refused. */
  revision: string
  version: number
  hasDraft: boolean
  values: ThemeFields
  problems: Partial<Record<string, string>>
  /** Null if images may not be set. */
  images: readonly ShownImage[]
  mayWriteTexts: boolean
  /** The style sheet of the sample. */
  sampleUrl: string
  /** The accent that is inherited. */
  accent: string
  heldName: { name: string; mayDecide: boolean; similar: string } | null
  versions: readonly { version: string; at: Date; by: string; current: boolean }[]
  notice: string | null
}

export const ThemeEditorPage = (props: EditorProps) => {
  const { frame, PageLayout, address, ownerName, version, hasDraft, revision, mayChange } = props
  const words = frame.words.console.themes
  return (
    <PageLayout title={ownerName} notice={props.notice} scripts={['theme-preview']}>
      <p class="quiet">
        {joinParts(
          version > 0 ? words.inForce({ version: String(version) }) : words.notPublished,
          hasDraft && words.draftHint,
        )}
      </p>
      {props.heldName && <HeldName {...props} held={props.heldName} />}
      {hasDraft && mayChange && (
        <div class="side-by-side">
          <ActForm action={address} fields={{ action: 'publish', revision }} label={words.publish} />
          <ActForm action={address} fields={{ action: 'discard', revision }} label={words.discard} look="danger" />
        </div>
      )}
      <ValuesForm {...props} />
      {mayChange && (
        <ImageForms
          frame={frame}
          address={address}
          revision={revision}
          images={props.images}
          problem={props.problems.image}
        />
      )}
      {props.mayWriteTexts && (
        <p>
          <a href={`${address}/texts`}>{words.texts}</a>
        </p>
      )}
      <PreviewLinks frame={frame} address={address} />
      <Versions {...props} />
    </PageLayout>
  )
}

const ValuesForm = ({ frame, address, revision, values, problems, mayChange, ...sample }: EditorProps) => {
  const words = frame.words.console.themes
  const field = (
    name: ThemeField,
    label: string,
    more: { maxlength: number; inputmode?: 'numeric'; class?: string },
  ) =>
    values[name] === undefined ? null : (
      <Field name={name} label={label} value={values[name]} problem={problems[name]} {...more} />
    )
  const color = { maxlength: 7, class: 'technical' }
  const link = { maxlength: 500, class: 'technical' }
  return (
    <form method="post" action={address} novalidate data-theme-form="" data-accent={sample.accent}>
      <input type="hidden" name="revision" value={revision} />
      <p class="hint">{words.inherit}</p>
      <div class="grid">
        {field('name', words.name, { maxlength: 80 })}
        {field('radius', words.radius, { maxlength: 2, inputmode: 'numeric' })}
        {field('accent', words.accent, color)}
        {field('accent_dark', words.accentDark, color)}
        {field('paper', words.paper, color)}
        {field('paper_dark', words.paperDark, color)}
        {field('ground', words.ground, color)}
        {field('ground_dark', words.groundDark, color)}
        {field('help_url', words.helpUrl, link)}
        {field('privacy_url', words.privacyUrl, link)}
        {field('terms_url', words.termsUrl, link)}
      </div>
      <Sample frame={frame} sampleUrl={sample.sampleUrl} />
      {mayChange && (
        <button type="submit" name="action" value="save" class="primary">
          {words.saveDraft}
        </button>
      )}
    </form>
  )
}

/** The colors of the draft, light and dark. With scripts it follows what is typed. */
const Sample = ({ frame, sampleUrl }: Pick<EditorProps, 'frame' | 'sampleUrl'>) => {
  const words = frame.words.console.themes
  return (
    <div class="theme-samples" role="img" aria-label={words.sample}>
      <link rel="stylesheet" href={sampleUrl} />
      {(['light', 'dark'] as const).map((scheme) => (
        <div class="theme-sample" data-scheme={scheme} aria-hidden="true">
          <div class="theme-sample-card">
            <p>{words.sampleText}</p>
            <span class="theme-sample-button">{frame.words.continue}</span>
          </div>
        </div>
      ))}
    </div>
  )
}

const HeldName = ({ frame, address, held }: EditorProps & { held: NonNullable<EditorProps['heldName']> }) => {
  const words = frame.words.console.themes
  return (
    <div class="done">
      <p>{words.nameHeld({ name: held.name })}</p>
      {held.similar && <p>{words.looksLike({ names: held.similar })}</p>}
      {held.mayDecide && (
        <div class="side-by-side">
          <ActForm action={address} fields={{ action: 'allow', name: held.name }} label={words.allow} />
          <ActForm
            action={address}
            fields={{ action: 'decline', name: held.name }}
            label={words.decline}
            look="danger"
          />
        </div>
      )}
    </div>
  )
}

const Versions = ({ frame, address, versions, revision, mayChange }: EditorProps) => {
  const words = frame.words.console.themes
  if (versions.length === 0) return null
  return (
    <>
      <h2>{words.versions}</h2>
      <Rows>
        {versions.map(({ version, at, by, current }) => (
          <Row
            title={words.version({ version })}
            tags={[current && words.current]}
            hints={[
              <>
                {frame.date(at)} · <Technical>{by}</Technical>
              </>,
            ]}
          >
            {!current && mayChange && (
              <ActForm
                action={address}
                fields={{ action: 'restore', version, revision }}
                label={words.restore}
                about={words.version({ version })}
              />
            )}
          </Row>
        ))}
      </Rows>
    </>
  )
}
