import ClientEngine

/// Something that an entry of a log refers to, because it is large, an object anyway, or shared with other tasks.
enum LogValue: Sendable, Equatable {
    indirect case url(RequestURL)
    indirect case connection(ConnectionRecord)
    indirect case mock(MockReference)
    indirect case text(String)
    /// The head of a request: the same one goes out again and again.
    case requestHead([UInt8])
    /// A large part of a body.
    case bytes([UInt8])
    /// A rare event as it is.
    indirect case kind(Event.Kind)
    /// A body that was let go of.
    case nothing

    /// Indicates whether several tasks may have the same one.
    var isShared: Bool {
        switch self {
        case .url, .connection, .mock, .text, .requestHead: true
        case .bytes, .kind, .nothing: false
        }
    }
}

extension LogValue: Hashable {
    // Those that are not shared are never looked for.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .url(let url): hasher.combine(url.text)
        case .connection(let connection):
            hasher.combine(connection.id)
            hasher.combine(connection.isReused)
        case .mock(let mock): hasher.combine(mock)
        case .text(let text): hasher.combine(text)
        case .requestHead(let head): hasher.combine(head)
        case .bytes, .kind, .nothing: break
        }
    }
}
