// Front-channel logout: moves on when the frame of every client has loaded, or after three seconds.
const next = document.querySelector<HTMLAnchorElement>('a#go-on')
const loaded = (frame: HTMLIFrameElement) =>
  new Promise<unknown>((resolve) => {
    frame.onload = resolve
    frame.onerror = resolve
    setTimeout(resolve, 3000)
  })
if (next) Promise.all([...document.querySelectorAll('iframe')].map(loaded)).then(() => location.replace(next.href))
