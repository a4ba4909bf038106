import { ActForm } from '../act-form.tsx'
import { Code, type FactEntry, Facts, Snippet } from '../facts.tsx'
import { type Frame, Layout, Problem } from '../layout.tsx'

/** What is entered in the company's directory, beside a token. */
export const baseUrlFact = ({ words }: Frame, baseUrl: string): FactEntry => [
  words.directory.address,
  <Code copy={words.lists} about={words.directory.address} id="base-url">
    {baseUrl}
  </Code>,
]

interface DirectoryStepProps {
  frame: Frame
  /** The path of the link. */
  action: string
  directory: { baseUrl: string; mayMakeToken: boolean }
  problem?: string | undefined
}

/** The last step, where an owner has turned the directory on. */
export const DirectoryStep = ({ frame, action, directory, problem }: DirectoryStepProps) => {
  const { setup, org, directory: words } = frame.words
  return (
    <section>
      <h2>4. {org.tabs.directory}</h2>
      <p>{setup.directory}</p>
      <Facts facts={[baseUrlFact(frame, directory.baseUrl)]} />
      {directory.mayMakeToken && <ActForm action={`${action}/directory-token`} label={words.makeToken} />}
      <Problem id="token-problem" text={problem} />
    </section>
  )
}

interface MadeTokenProps {
  frame: Frame
  token: string
  baseUrl: string
  /** The page that leads on. */
  back: { href: string; label: string }
}

/** A token, once: it is the answer to the POST that made it, and no address leads to it. */
export const MadeToken = ({ frame, token, baseUrl, back }: MadeTokenProps) => {
  const { directory, lists } = frame.words
  return (
    <>
      <p role="status">{directory.tokenOnce}</p>
      <Facts facts={[baseUrlFact(frame, baseUrl)]} />
      <Snippet copy={lists} id="directory-token">
        {token}
      </Snippet>
      <p>
        <a href={back.href}>{back.label}</a>
      </p>
    </>
  )
}

export const SetupTokenPage = ({ frame, ...props }: MadeTokenProps) => (
  <Layout frame={frame} title={frame.words.directory.tokens} wide>
    <MadeToken frame={frame} {...props} />
  </Layout>
)
