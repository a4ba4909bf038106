import type { ThemeColorName, ThemeColors } from '../../config/color.ts'
import type { Words } from '../../words/index.ts'
import { patternOf } from '../../words/message.ts'
import { ActForm } from '../act-form.tsx'
import type { Choice } from '../fields.tsx'
import { Field, Technical } from '../layout.tsx'
import { joinParts, Row, Rows } from '../table.tsx'
import { ColorField } from './color-field.tsx'
import { ImageForms, type ShownImage } from './images.tsx'
import { Preview } from './previews.tsx'
import { contrastText } from './properties.ts'
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
  /** What differs from what is published, in words. */
  changed: readonly string[]
  values: ThemeFields
  /** What an empty field stands for. */
  inherited: ThemeFields
  /** The colors and the radius without those of this theme. */
  inheritedColors: ThemeColors
  problems: Partial<Record<string, string>>
  /** Null if images may not be set. */
  images: readonly ShownImage[]
  /** Where an organization has a logo besides. */
  logoUrl: string | null
  mayWriteTexts: boolean
  languages: readonly Choice[]
  heldName: { name: string; mayDecide: boolean; similar: string } | null
  versions: readonly { version: string; at: Date; by: string; current: boolean }[]
  notice: string | null
}

export const ThemeEditorPage = (props: EditorProps) => {
  const { frame, PageLayout, address, ownerName, version, hasDraft, changed, revision, mayChange } = props
  const words = frame.words.console.themes
  return (
    <PageLayout title={frame.words.org.tabs.theme} owner={ownerName} notice={props.notice} scripts={['theme-preview']}>
      <p class="quiet">
        {joinParts(
          version > 0 ? words.inForce({ version: String(version) }) : words.notPublished,
          hasDraft && (changed.length > 0 ? words.changed({ values: changed.join(', ') }) : words.draftHint),
        )}
      </p>
      {props.heldName && <HeldName {...props} held={props.heldName} />}
      <div class="theme-editor">
        <div>
          <ValuesForm {...props} />
          {mayChange && (
            <ImageForms
              frame={frame}
              address={address}
              revision={revision}
              images={props.images}
              logoUrl={props.logoUrl}
              problem={props.problems.image}
            />
          )}
          {props.mayWriteTexts && (
            <p>
              <a href={`${address}/texts`}>{words.texts}</a>
            </p>
          )}
          <Versions {...props} />
        </div>
        <Preview frame={frame} address={address} languages={props.languages} />
      </div>
    </PageLayout>
  )
}

const colorFields = [
  ['accent', 'accent'],
  ['accent_dark', 'accentDark'],
  ['paper', 'paper'],
  ['paper_dark', 'paperDark'],
  ['ground', 'ground'],
  ['ground_dark', 'groundDark'],
] as const satisfies readonly (readonly [ThemeField, ThemeColorName])[]

const ValuesForm = (props: EditorProps) => {
  const { frame, address, revision, values, inherited, inheritedColors, problems, mayChange } = props
  const words = frame.words.console.themes
  const contrastWords = { contrast: patternOf(words.contrast), nearest: patternOf(words.nearest) }
  const field = (
    name: ThemeField,
    label: string,
    more: { maxlength: number; inputmode?: 'numeric'; class?: string },
  ) =>
    values[name] === undefined ? null : (
      <Field
        name={name}
        label={label}
        value={values[name]}
        placeholder={inherited[name]}
        problem={problems[name]}
        {...more}
      />
    )
  const color = ([name, color]: (typeof colorFields)[number]) => {
    const value = values[name]
    if (value === undefined) return null
    const stands = inherited[name] ?? ''
    const contrast = contrastText(contrastWords, color, /^#[0-9a-f]{6}$/i.test(value) ? value : stands)
    const shown = { name, color, label: words[color], value, inherited: stands, contrast, problem: problems[name] }
    return <ColorField {...shown} />
  }
  const link = { maxlength: 500, class: 'technical' }
  return (
    <form
      method="post"
      action={address}
      novalidate
      data-theme-form=""
      data-inherited={JSON.stringify(inheritedColors)}
      data-contrast={contrastWords.contrast}
      data-nearest={contrastWords.nearest}
    >
      <input type="hidden" name="revision" value={revision} />
      <p class="hint">{words.inherit}</p>
      <div class="theme-fields">
        {field('name', words.name, { maxlength: 80 })}
        {field('radius', words.radius, { maxlength: 2, inputmode: 'numeric' })}
        {colorFields.map(color)}
        {field('help_url', words.helpUrl, link)}
        {field('privacy_url', words.privacyUrl, link)}
        {field('terms_url', words.termsUrl, link)}
      </div>
      {mayChange && <Acts words={words} hasDraft={props.hasDraft} />}
    </form>
  )
}

/** Publishing saves first what was typed. */
const Acts = ({ words, hasDraft }: { words: Words['console']['themes']; hasDraft: boolean }) => (
  <div class="side-by-side theme-acts">
    <button type="submit" name="action" value="save-and-publish" class="primary">
      {words.publish}
    </button>
    <button type="submit" name="action" value="save" class="secondary">
      {words.saveDraft}
    </button>
    {hasDraft && (
      <button type="submit" name="action" value="discard" class="danger">
        {words.discard}
      </button>
    )}
  </div>
)

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
