import type { Child } from 'hono/jsx'
import type { Words } from '../words/index.ts'
import type { ScriptName, StyleSheetName } from './assets.ts'
import { LanguageChoice, type LanguageChoiceProps } from './authorization/language-choice.tsx'
import { LeaveOptions, type LeaveOptionsProps } from './authorization/leave-options.tsx'
import { Avatar, type AvatarProps } from './avatar.tsx'
import { ImpersonationBar, type ImpersonationBarProps, SampleBar, type SampleBarProps } from './bars.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'

/** Whose page it seems to be. */
export interface FrameBrand {
  name: string
  /** The name of those who run the server: in the footer where another name or logo stands at the head. */
  instanceName: string
  /** `darkUrl` for dark pages. `owner`: whose it is, if that is not whose name this is; the name is then left out. */
  logo: { url: string; darkUrl: string | null; owner: string | null } | null
  iconUrl: string | null
  /** The style sheet of a theme, over that of the server. */
  styleUrl: string | null
  helpUrl: string | null
  /** A line in the footer. */
  footer: string | null
}

/** What every page needs: its language, the brand, and the application that the person signs in to. */
export interface Frame {
  words: Words
  brand: FrameBrand
  /** What a preview demands; other pages follow the browser. */
  scheme?: 'light' | 'dark'
  /** The path of the issuer, which every link starts with: '' or '/auth'. */
  base: string
  styleUrl(sheet: StyleSheetName): string
  /** The icon of a brand that has none. */
  defaultIconUrl: string
  scriptUrl(script: ScriptName): string
  privacyUrl: string | null
  termsUrl: string | null
  /** Where a development server shows its mails. */
  mailboxUrl?: string | null
  /** Set where a language can be chosen: on the pages of sign-in. `back` is the page to return to. */
  languageChoice?: Pick<LanguageChoiceProps, 'back' | 'languages'>
  /** Of a page of onboarding: "step 2 of 4". */
  position?: { step: number; steps: number } | null
  /** Of a page of sign-in: who is signed in, and how to leave. */
  leaveOptions?: LeaveOptionsProps
  /** Set while the operator of this browser acts as somebody else. */
  impersonation?: ImpersonationBarProps['impersonation'] | null
  /** Set on a page that is only shown, with sample data: it has no scripts. */
  sample?: SampleBarProps['sample']
  /** Set on a page that is only looked at, in a frame: nothing in it can be used. */
  inert?: boolean
  application?: { name: string; logoUri: string | null; policyUri: string | null; tosUri: string | null } | null
}

export interface HeadingProps {
  title: string
  /** Beside the heading, of whom or what the page is about: the face and the states. */
  face?: Omit<AvatarProps, 'size'>
  status?: Child
  /** Beside the heading: what can be done with all that the page shows. */
  acts?: Child
}

interface LayoutProps extends HeadingProps {
  frame: Frame
  /** Scripts under `/assets`. */
  scripts?: readonly ScriptName[]
  /** A wider column, for lists and forms side by side. */
  wide?: boolean
  /** Navigation beside the page, above it on a narrow screen. */
  nav?: Child
  /** A search, in the header. */
  search?: Child
  /** Whose page it is, at the end of the header. */
  person?: Child
  /** Where the logo leads. */
  home?: string
  /** The pages above this one. */
  trail?: readonly { href: string; label: string }[]
  /** Redirects after this many seconds, also without scripts. */
  refresh?: { seconds: number; url: string }
  children?: Child
}

export const Layout = ({
  frame,
  title,
  scripts = [],
  wide = false,
  nav,
  search,
  person,
  home,
  trail = [],
  refresh,
  children,
  ...heading
}: LayoutProps) => {
  const { words, brand, application } = frame
  return (
    <html lang={words.lang} dir={words.dir} data-scheme={frame.scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={frame.scheme ?? 'light dark'} />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${brand.name}`}</title>
        {refresh && <meta http-equiv="refresh" content={`${refresh.seconds};url=${refresh.url}`} />}
        <link rel="stylesheet" href={frame.styleUrl('style')} />
        {(wide || nav) && <link rel="stylesheet" href={frame.styleUrl('wide')} />}
        {brand.styleUrl && <link rel="stylesheet" href={brand.styleUrl} />}
        <Icons frame={frame} />
        {!frame.sample &&
          !frame.inert &&
          [...(wide ? ['page' as const] : []), ...scripts].map((name) => (
            <script type="module" src={frame.scriptUrl(name)}></script>
          ))}
      </head>
      <body>
        {frame.impersonation && <ImpersonationBar words={words} impersonation={frame.impersonation} />}
        {frame.sample && <SampleBar words={words} sample={frame.sample} />}
        <div class={nav ? 'page with-sections' : 'page'} inert={frame.inert}>
          <Header frame={frame} home={home} search={search} person={person} />
          {nav}
          <main class={wide ? 'card wide' : 'card'}>
            {application && <Application words={words} application={application} />}
            {frame.position && <p class="position">{words.account.step(frame.position)}</p>}
            {trail.length > 0 && <Breadcrumbs label={words.lists.breadcrumbs} trail={trail} />}
            <Heading title={title} {...heading} />
            {children}
            {frame.leaveOptions && <LeaveOptions words={words} leaveOptions={frame.leaveOptions} />}
          </main>
          <Footer frame={frame} />
        </div>
      </body>
    </html>
  )
}

const Heading = ({ title, face, status, acts }: HeadingProps) =>
  face || status || acts ? (
    <div class="page-head">
      {face && <Avatar {...face} size={face.kind === 'person' ? 64 : 40} />}
      <h1>{title}</h1>
      {status}
      {acts && <div>{acts}</div>}
    </div>
  ) : (
    <h1>{title}</h1>
  )

const Header = ({ frame, home, search, person }: Pick<LayoutProps, 'frame' | 'home' | 'search' | 'person'>) => (
  <header class="brand">
    {home ? (
      <a class="home" href={home}>
        <Brand frame={frame} />
      </a>
    ) : (
      <Brand frame={frame} />
    )}
    {search}
    {person && <div class="person">{person}</div>}
  </header>
)

/** The logo, and the name unless the logo says it. */
const Brand = ({ frame }: { frame: Frame }) => (
  <>
    <Logo frame={frame} />
    {!frame.brand.logo?.owner && <span>{frame.brand.name}</span>}
  </>
)

/** Whose service it is, its policies and those of the application, and the other languages. */
const Footer = ({ frame }: { frame: Frame }) => {
  const { words, brand, application } = frame
  return (
    <footer>
      {brand.footer && <span>{brand.footer}</span>}
      {brand.helpUrl && <a href={brand.helpUrl}>{words.help}</a>}
      {frame.termsUrl && <a href={frame.termsUrl}>{words.terms}</a>}
      {frame.privacyUrl && <a href={frame.privacyUrl}>{words.privacy}</a>}
      {application && <ApplicationLinks words={words} application={application} />}
      {(brand.logo?.owner || brand.name !== brand.instanceName) && (
        <span>{words.signInBy({ brand: brand.instanceName })}</span>
      )}
      {frame.languageChoice && (
        <LanguageChoice words={words} action={`${frame.base}/language`} {...frame.languageChoice} />
      )}
    </footer>
  )
}

/** The icon of a theme, else its logo or the operator's: our own mark would be another brand. */
const Icons = ({ frame: { base, brand, defaultIconUrl } }: { frame: Frame }) =>
  brand.iconUrl || brand.logo ? (
    <link rel="icon" href={brand.iconUrl ?? brand.logo?.url} />
  ) : (
    <>
      <link rel="icon" href={defaultIconUrl} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={`${base}/apple-touch-icon.png`} />
    </>
  )

const Application = ({ words, application }: { words: Words; application: NonNullable<Frame['application']> }) => (
  <p class="application">
    <Avatar id={application.name} name={application.name} kind="application" picture={application.logoUri} size={40} />
    <span>{words.signInTo({ application: application.name })}</span>
  </p>
)

const ApplicationLinks = ({ words, application }: { words: Words; application: NonNullable<Frame['application']> }) => (
  <>
    {application.tosUri && (
      <a href={application.tosUri}>{words.email.clientTerms({ application: application.name })}</a>
    )}
    {application.policyUri && (
      <a href={application.policyUri}>{words.email.clientPolicy({ application: application.name })}</a>
    )}
  </>
)

/** The name beside it says whose it is; where there is none, the logo does. */
const Logo = ({ frame: { brand, scheme } }: { frame: Frame }) => {
  const { logo } = brand
  if (!logo) return <Mark />
  const image = <img src={(scheme === 'dark' && logo.darkUrl) || logo.url} alt={logo.owner ?? ''} height="32" />
  if (!logo.darkUrl || scheme) return image
  return (
    <picture>
      <source srcset={logo.darkUrl} media="(prefers-color-scheme: dark)" />
      {image}
    </picture>
  )
}

/** The default logo: an arch with a door ajar. */
export const Mark = () => (
  <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" class="mark">
    <path d="M5 29V15a11 11 0 0 1 22 0v14h-5V15a6 6 0 0 0-12 0v14z" />
    <path d="M13 29V15a3 3 0 0 1 3-3v17z" class="door" />
  </svg>
)

/**
 * Technical text, such as an address, a URL or a version, reads from left to right in every language (Unicode UAX 9).
 */
export const Technical = ({ children }: { children?: Child }) => <bdi dir="ltr">{children}</bdi>

/** A sentence with technical text in it. */
export const Sentence = ({ text, technical }: { text: string; technical: string }) => (
  <>
    {(technical ? text.split(technical) : [text]).map((part, index) => (
      <>
        {index > 0 && <Technical>{technical}</Technical>}
        {part}
      </>
    ))}
  </>
)

interface FormProps {
  action: string
  class?: string
  submit?: string
  children?: Child
}

export const Form = ({ action, class: className, submit, children }: FormProps) => (
  <form method="post" action={action} class={className} novalidate>
    {children}
    {submit && (
      <button type="submit" class="primary">
        {submit}
      </button>
    )}
  </form>
)

interface FieldProps {
  name: string
  /** Required where a page has two fields of the same name. Default: the name. */
  id?: string
  label: Child
  hint?: string
  problem?: string
  type?: string
  value?: string
  placeholder?: string
  /** A token of HTML's autofill. Default `off`: only a field for the person's own data is to be filled with it. */
  autocomplete?: string
  inputmode?: 'numeric' | 'email' | 'text'
  maxlength?: number
  pattern?: string
  autofocus?: boolean
  required?: boolean
  class?: string
  /** How many digits a code has: the script sends it by itself. */
  'data-digits'?: number
}

/** A labelled input. A problem is shown beside it, is announced with it, and gives it the focus. */
export const Field = (props: FieldProps) => {
  const { name, id = name, label, hint, problem, class: className, autocomplete = 'off', autofocus, ...input } = props
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>
        {label}{' '}
        {hint && (
          <bdi class="hint" id={`${id}-hint`}>
            {hint}
          </bdi>
        )}
      </label>
      <input
        id={id}
        name={name}
        class={className}
        autocomplete={autocomplete}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={described || undefined}
        autofocus={Boolean(problem) || autofocus}
        {...input}
      />
      <Problem id={`${id}-problem`} text={problem} />
    </div>
  )
}

export const Problem = ({ id, text }: { id: string; text?: string }) =>
  text ? (
    <p class="problem" id={id} role="alert">
      {text}
    </p>
  ) : null
