/** Components are drawn with the styles of the console, and nothing moves by itself. */
import '#src/index.css'
