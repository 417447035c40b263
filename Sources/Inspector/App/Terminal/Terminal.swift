import CInspectorNcurses
import FoundationEssentials
import Glibc
import InspectorCanvas
import InspectorCommandLine
import InspectorScreen
import InspectorValues
import InspectorWorkspace

/// The screen, the keyboard and the job control of the one terminal this process has.
///
/// Not `Sendable`: it belongs to the main thread. `close()` must be called before `exit`, which runs no `deinit`.
final class Terminal {
    struct Options {
        var theme = ThemeName.terminal
        var colors = ThemeColors()
        var background = Theme.Background.unknown
        var usesColor = true
        var usesMouse = true
        /// The way to show images; nil for the best that the terminal has.
        var images: ImageProtocol?
    }

    private var options: Options
    let colors: Int
    private(set) var theme: Theme {
        didSet {
            looks = [:]
            redraw()
        }
    }
    /// Delivers the numbers of caught signals, one byte each.
    let signals: Int32
    private(set) var decoder: KeyDecoder
    private var shown: Frame?
    private var looks: [Style: (pair: Int16, attributes: UInt8)] = [:]
    private var images: TerminalImages

    init(_ options: Options = Options()) throws(TerminalError) {
        signals = cn_signals_open()
        let result = cn_open(STDIN_FILENO, STDOUT_FILENO, options.usesMouse ? 1 : 0)
        let name = ProcessEnvironment.variables["TERM"] ?? ""
        if let error = TerminalError(result, term: name) {
            cn_signals_close()
            throw error
        }
        self.options = options
        colors = options.usesColor ? Int(cn_color_count()) : 0
        theme = Theme(
            options.theme, colors: colors, background: options.background, own: options.colors)
        decoder = KeyDecoder(guessesPastes: cn_marks_pastes() == 0)
        images = TerminalImages(wish: options.images, colors: colors)
        ask(colors >= 256 ? TerminalTraits.backgroundQuestion : "")
    }

    /// Asks what there is to know, in one write; who knows a question answers some time later, and nobody waits for it.
    private func ask(_ question: String = "") {
        guard cn_marks_pastes() != 0 else { return }
        let questions = question + images.questions()
        if !questions.isEmpty { writeRaw(Array(questions.utf8)) }
    }

    /// Takes over what the terminal says of itself; tells whether that changes the colours.
    func take(_ answer: TerminalTraits.Answer) -> Bool {
        images.take(answer)
        guard case .background(let isDark) = answer else { return false }
        options.background = isDark ? .dark : .light
        return takeTheme(options.theme, options.colors)
    }

    /// The way images are shown now.
    var imageSettings: ImageSettings { images.settings }

    /// Shows images as somebody wishes from now on, as far as the terminal can.
    func showImages(by wish: ImageProtocol?) {
        images.wish = wish
        ask()
        images.settle()
    }

    /// Draws with other colours from now on; tells whether that changes anything.
    @discardableResult
    func takeTheme(_ name: ThemeName, _ own: ThemeColors) -> Bool {
        (options.theme, options.colors) = (name, own)
        let better = Theme(name, colors: colors, background: options.background, own: own)
        guard better != theme else { return false }
        theme = better
        return true
    }

    /// Takes the clicks, or leaves them to the terminal, which selects text with them.
    func useMouse(_ isOn: Bool) { cn_use_mouse(isOn ? 1 : 0) }

    var size: Size { Size(width: Int(cn_columns()), height: Int(cn_rows())) }

    /// Gives the terminal back for good; harmless when repeated.
    func close() {
        endImage()
        cn_close()
        cn_signals_close()
    }
}

// MARK: - Output

extension Terminal {
    /// Shows a frame, sending only what differs from the one before; false when the terminal is gone.
    @discardableResult
    func draw(_ frame: Frame) -> Bool {
        if looks.count > Self.mostLooks { forgetLooks() }
        let rows = shown.map { frame.changedRows(since: $0) } ?? Array(0..<frame.size.height)
        for row in rows { put(frame[row], at: row) }
        if let cursor = frame.cursor, frame.bounds.contains(cursor) {
            cn_set_cursor(Int32(cursor.y), Int32(cursor.x))
        } else {
            cn_set_cursor(-1, 0)
        }
        let change = images.change(to: frame, rows: rows, isCleared: shown == nil)
        shown = frame
        return flush(with: change)
    }

    private func flush(with change: ImageOutput.Change) -> Bool {
        cn_resend_rows(Int32(change.staleRows.lowerBound), Int32(change.staleRows.count))
        return change.before.withUnsafeBytes { before in
            change.after.withUnsafeBytes { after in
                let parts = [before, after].map { cn_bytes(bytes: $0.baseAddress, count: $0.count) }
                return cn_flush(parts[0], parts[1]) >= 0
            }
        }
    }

    /// Takes the image away while the terminal belongs to somebody else; the next `draw` sends it again.
    private func endImage() {
        let farewell = images.farewell()
        if !farewell.isEmpty { writeRaw(farewell) }
    }

    /// Gives the colour pairs of earlier pictures back: a terminal has only so many.
    private func forgetLooks() {
        looks = [:]
        cn_forget_pairs()
        redraw()
    }

    private static let mostLooks = 8_000

    /// Has the next `draw` send everything, as Ctrl-L wants it.
    func redraw() {
        shown = nil
        cn_redraw()
    }

    /// Sends bytes that are no part of a frame, such as OSC 52; the caller vouches for them.
    func writeRaw(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { cn_write($0.baseAddress, $0.count) }
    }

    /// Puts text into the clipboard of the terminal (OSC 52); false when it is longer than terminals accept.
    ///
    /// Nobody can know if the terminal obeys. Inside tmux it is sent a second time in tmux' own envelope, since
    /// tmux by default takes the plain form for itself.
    func copy(_ text: [UInt8]) -> Bool {
        guard text.count <= ClipboardItem.limit else { return false }
        let sequence = Self.clipboardSequence(text)
        writeRaw(Array(sequence.utf8))
        if ProcessEnvironment.variables["TMUX"] != nil {
            writeRaw(Array("\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\".utf8))
        }
        return true
    }

    /// The sequence that sets the clipboard; the text is in Base64, so nothing in it can end the sequence.
    static func clipboardSequence(_ text: [UInt8]) -> String {
        "\u{1B}]52;c;\(Data(text).base64EncodedString())\u{7}"
    }

    private func put(_ cells: ArraySlice<Cell>, at row: Int) {
        let line = cells.map { cell in
            let cell = images.shown(cell)
            let look = resolve(cell.style)
            return cn_cell(
                scalar: cell.scalar.value, first_mark: cell.firstMark.value,
                second_mark: cell.secondMark.value,
                pair: look.pair, attributes: look.attributes, width: cell.width)
        }
        cn_put_row(Int32(row), line, Int32(line.count))
    }

    private func resolve(_ style: Style) -> (pair: Int16, attributes: UInt8) {
        if let known = looks[style] { return known }
        let look = theme.look(of: style)
        let pair = cn_pair(Int32(look.foreground ?? -1), Int32(look.background ?? -1))
        looks[style] = (Int16(clamping: pair), look.attributes.rawValue)
        return (Int16(clamping: pair), look.attributes.rawValue)
    }
}

// MARK: - Input and job control

extension Terminal {
    func readKeys() -> [Key]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? decoder.feed(buffer[..<count]) : nil
    }

    /// Settles an unfinished key sequence after `decoder.patience` milliseconds of silence.
    func settleKeys() -> [Key] { decoder.timeout() }

    /// Takes over the present size.
    ///
    /// The next `draw` sends everything even if the size is the one before: a window that was made small and large
    /// again has lost what it showed.
    func takeSize() {
        _ = cn_resize()
        images.settle()
        redraw()
    }

    func suspend() {
        endImage()
        cn_suspend()
    }

    /// Takes the terminal again; the next `draw` sends everything.
    func resume() {
        cn_resume()
        shown = nil
    }

    /// Suspends and stops the process as ^Z does elsewhere; returns once it was continued, still suspended.
    ///
    /// If there is no shell to continue it, the process is not stopped, and the terminal is taken again at once.
    func stop() {
        suspend()
        if cn_stop() == 0, isForeground { resume() }
    }

    var isForeground: Bool { cn_is_foreground() != 0 }

    /// Runs a program on the terminal and waits for it: its exit status, 128 + a signal, or -errno.
    func runEditor(_ arguments: [String]) -> Int32 {
        guard !arguments.isEmpty else { return -EINVAL }
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { argv.forEach { free($0) } }
        argv.append(nil)
        suspend()
        defer { resume() }
        return cn_spawn_wait(&argv)
    }
}
