import { type Frame, Layout } from '../layout.tsx'

export const LogoutPage = ({
  frame,
  action,
  request,
  application,
}: {
  frame: Frame
  action: string
  request: string
  application: string | null
}) => {
  const words = frame.words.logout
  return (
    <Layout frame={frame} title={words.title}>
      {application && <p>{words.asks({ application })}</p>}
      <p>{words.intro}</p>
      <form method="post" action={action}>
        <input type="hidden" name="request" value={request} />
        <button type="submit" name="decision" value="logout" class="primary">
          {words.out}
        </button>
        <button type="submit" name="decision" value="stay" class="secondary">
          {words.stay}
        </button>
      </form>
    </Layout>
  )
}

/** Front-channel logout: the frame of every client is loaded, then the browser is redirected. */
export const LoggedOutPage = ({
  frame,
  frames,
  goOn,
}: {
  frame: Frame
  frames: readonly string[]
  goOn: string | null
}) => {
  const words = frame.words.logout
  return (
    <Layout
      frame={frame}
      title={words.doneTitle}
      scripts={goOn && frames.length > 0 ? ['go-on'] : []}
      refresh={goOn ? { seconds: frames.length > 0 ? 4 : 0, url: goOn } : undefined}
    >
      <p>{goOn && frames.length > 0 ? words.leaving : words.done}</p>
      {frames.map((url) => (
        <iframe src={url} title={words.leaving} class="invisible" width="0" height="0"></iframe>
      ))}
      {goOn && (
        <p>
          <a href={goOn} id="go-on">
            {words.goOn}
          </a>
        </p>
      )}
    </Layout>
  )
}
