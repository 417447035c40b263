import InspectorCanvas

enum Motion: Hashable, Sendable {
    case up, down, pageUp, pageDown, first, last, left, right
}

extension ScrollState {
    mutating func move(_ motion: Motion) {
        switch motion {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: page(by: -1)
        case .pageDown: page(by: 1)
        case .first: moveToStart()
        case .last: moveToEnd()
        case .left, .right: break
        }
    }

    /// Moves the window of a text that has no selection.
    mutating func scroll(_ motion: Motion) {
        switch motion {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -height)
        case .pageDown: scroll(by: height)
        case .first: scroll(by: -count)
        case .last: scroll(by: count)
        case .left, .right: break
        }
    }
}
