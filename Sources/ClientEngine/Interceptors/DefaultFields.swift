/// Adds fields that the request does not have.
public struct DefaultFields: Interceptor {
    private let fields: Headers

    /// Creates an interceptor that adds these fields.
    public init(_ fields: Headers) {
        self.fields = fields
    }

    /// Adds the fields whose names the request does not have.
    public func adapt(_ request: Request) -> Request {
        request.with { request in
            for field in fields where !request.headers.contains(where: { $0.isNamed(field.name) }) {
                request.headers.append(field)
            }
        }
    }
}
