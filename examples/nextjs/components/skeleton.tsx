/** What is shown while a page with data is on its way. */
export const Skeleton = () => (
  <main id="main" className="page" aria-busy="true">
    <div className="head">
      <div className="bone title" />
      <div className="bone short" />
    </div>
    <div className="bone block" />
    <div className="bone block" />
    <div className="bone block" />
    <p className="unseen" role="status">
      Loading
    </p>
  </main>
)
