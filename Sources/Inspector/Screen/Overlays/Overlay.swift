import InspectorCanvas

/// A view over the home screen, or over a draft, that has the keys: a value with its own state, keys, lines and footer.
///
/// A method that is handed the state finds itself in there as it was before; what it makes of itself takes that place.
protocol Overlay: Equatable, Sendable {
    /// The places that are its own.
    static var places: [Place] { get }
    /// The keys that open it, and those that mean something in it alone.
    static var bindings: [Binding] { get }

    /// The place that has the keys.
    var place: Place { get }
    /// Indicates whether it takes the place of the panes, instead of asking for something in the last lines.
    var coversPanes: Bool { get }
    /// Indicates whether it takes the whole width of the screen.
    var isWide: Bool { get }
    /// The number of lines below its title that it fills; `nil` if it takes all the room there is.
    var neededHeight: Int? { get }

    /// Gives a key to the field; false when there is none, or the key is not for a field.
    mutating func type(_ key: Key, in state: inout State) -> Bool
    /// Moves in the list.
    mutating func move(_ motion: Motion, in state: inout State)
    /// The selected line of its list, and another one in its place; nil where none is selected.
    var selectedLine: Int? { get }
    mutating func select(line: Int)
    /// Does what Enter does.
    func accept(in state: inout State) throws(Refusal) -> [Effect]
    /// Does what Esc does.
    func goBack(in state: inout State)
    /// Brings the list into line with its size, and with what the state has become.
    mutating func fit(_ state: State, _ layout: Layout)

    /// Draws what lies over the panes.
    func draw(_ state: State, _ layout: Layout, into frame: inout Frame)
    /// The completion of its field.
    var completion: Completion? { get }
    /// Returns the content of the last lines of the screen.
    func footer(_ state: State) -> FooterContent
    /// Returns the complaint in the place of the keys, when something that was typed is wrong.
    func complaint(_ state: State) -> String?
}

/// A list over the panes, with a selection that moves.
protocol ListOverlay: Overlay {
    var scroll: ScrollState { get set }
}

extension ListOverlay {
    var coversPanes: Bool { true }
    var selectedLine: Int? { scroll.selection }
    mutating func select(line: Int) { scroll.select(line) }
    mutating func move(_ motion: Motion, in state: inout State) { scroll.move(motion) }
}

extension Overlay {
    static var bindings: [Binding] { [] }
    var place: Place { Self.places[0] }
    var coversPanes: Bool { false }
    var isWide: Bool { false }
    var neededHeight: Int? { nil }
    var selectedLine: Int? { nil }
    mutating func select(line: Int) {}
    mutating func type(_ key: Key, in state: inout State) -> Bool { false }
    mutating func move(_ motion: Motion, in state: inout State) {}
    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        return []
    }
    func goBack(in state: inout State) { state.overlays.removeTop() }
    mutating func fit(_ state: State, _ layout: Layout) {}
    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {}
    var completion: Completion? { nil }
    func footer(_ state: State) -> FooterContent { .keys }
    func complaint(_ state: State) -> String? { nil }

    fileprivate func isEqual(to other: any Overlay) -> Bool { self == other as? Self }
}

/// The overlays over the panes, one upon the other; the topmost has the keys.
struct Overlays: Equatable, Sendable {
    private var stack: [any Overlay] = []
    /// The number of jobs so far that overlays have wanted in the background.
    private var jobCount = 0

    var isEmpty: Bool { stack.isEmpty }

    var top: (any Overlay)? { stack.last }

    /// Lays one over what is there.
    mutating func add(_ overlay: any Overlay) { stack.append(overlay) }

    /// Lays one over the panes themselves.
    mutating func show(_ overlay: any Overlay) { stack = [overlay] }

    /// Returns a number for a job in the background, whose answer is for the overlay that asked.
    mutating func numberOfNextJob() -> Int {
        jobCount += 1
        return jobCount
    }

    mutating func removeTop() { _ = stack.popLast() }

    mutating func replaceTop(with overlay: any Overlay) {
        removeTop()
        add(overlay)
    }

    mutating func removeAll() { stack = [] }

    /// The overlay of a kind, wherever it lies.
    subscript<Kind: Overlay>(_ kind: Kind.Type) -> Kind? {
        get { stack.lazy.compactMap { $0 as? Kind }.first }
        set {
            guard let newValue, let index = stack.firstIndex(where: { $0 is Kind }) else { return }
            stack[index] = newValue
        }
    }

    /// All of them, brought into line with a state.
    func fitted(to state: State, _ layout: Layout) -> Overlays {
        var overlays = self
        for index in stack.indices { overlays.stack[index].fit(state, layout) }
        return overlays
    }

    static func == (left: Overlays, right: Overlays) -> Bool {
        left.stack.elementsEqual(right.stack) { $0.isEqual(to: $1) }
    }
}
