import AppControllerHTTP
import Testing

@Suite struct `A form` {
}
