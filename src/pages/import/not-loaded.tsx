/** Without the service what was not loaded before cannot be had: the review goes on without it. */
export const NotLoaded = () => (
  <p className="grid flex-1 place-content-center p-6 text-center text-text-2" role="status">
    This view could not be loaded. The rest of the page works without it.
  </p>
)
