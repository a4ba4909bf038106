import { type Frame, Layout } from '../../layout.tsx'

interface WaitingPageProps {
  frame: Frame
  /** The address of this page, which leads on as soon as somebody has approved. */
  path: string
  /** Whom the person asked, and how many people there can approve. */
  asked: readonly { name: string; managers: number }[]
  /** Where an organization can be created instead, or null if that is not allowed. */
  createPath: string | null
}

/** Shown to a person who asked to join an organization, until somebody there has decided. */
export const WaitingPage = ({ frame, path, asked, createPath }: WaitingPageProps) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.waiting.title} scripts={['waiting']}>
      {asked.map(({ name, managers }) => (
        <p role="status">
          {words.org.asked({ name })} {words.waiting.managers({ count: managers })}
        </p>
      ))}
      <p data-waiting={`${path}?poll=yes`} hidden>
        {words.waiting.goesOn}
      </p>
      <p class="actions">
        <a class="button primary" href={path}>
          {words.waiting.check}
        </a>
        {createPath && <a href={createPath}>{words.organization.createTitle}</a>}
      </p>
    </Layout>
  )
}
