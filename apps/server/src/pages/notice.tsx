import { type Frame, Layout } from './layout.tsx'

/** A page with a message, and nothing to do but to go on. */
export const NoticePage = ({ frame, title, text }: { frame: Frame; title: string; text: string }) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    <WaysOn frame={frame} />
  </Layout>
)

interface WaysOnProps {
  frame: Frame
  /** Where an application begins to sign in. */
  application?: { name: string; url: string } | null
  /** The path of the page that led here. */
  back?: string | null
}

/** No page is a dead end: the application, where it can be begun again, and the account, which leads through sign-in. */
export const WaysOn = ({ frame: { words, base }, application, back }: WaysOnProps) => (
  <p class="actions">
    {application && (
      <a class="button primary" href={application.url}>
        {words.manage.backTo({ application: application.name })}
      </a>
    )}
    {back && (
      <a class="button primary" href={back}>
        {words.account.back}
      </a>
    )}
    <a href={`${base}/account`}>{words.me.title}</a>
  </p>
)
