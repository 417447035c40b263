extension Request {
    /// Returns the request as it is sent: the settings of its task have moved every parameter to the URL or the body.
    ///
    /// - Throws: `invalidRequest/queue` if two of them need the body, or if a rule of yours throws.
    func placingParameters(
        _ placement: ParameterPlacement, _ encoding: ParameterEncoding
    ) throws(ClientError) -> Request {
        if parameters.isEmpty, parameterSets.isEmpty, placement == .automatic { return self }
        var placed = self
        placed.parameters = Parameters()
        placed.parameterSets = []
        // Set explicitly, so that a rule of the client does not apply again.
        if placement != .automatic { placed.options.placement = .automatic }
        let own =
            parameters.isEmpty && placement != .form
            ? [] : [ParameterSet(parameters: parameters, placement: placement)]
        for set in own.merging(parameterSets) { try placed.place(set, encoding) }
        return placed
    }

    private mutating func place(
        _ set: ParameterSet, _ encoding: ParameterEncoding
    ) throws(ClientError) {
        switch set.placement {
        case .automatic:
            if case .multipart(var form) = body {
                for pair in encoding.pairs(of: set.parameters) {
                    form.addParameter(pair.name, pair.value ?? "")
                }
                return body = .multipart(form)
            }
            let hasForm = [.post, .put, .patch].contains(method) && body.isNone
            try place(ParameterSet(parameters: set.parameters, placement: hasForm ? .form : .query), encoding)
        case .query: url = url.appendingQuery(set.parameters.encoded(encoding))
        case .form:
            let form = set.parameters.encoded(encoding)
            try setBody(form.isEmpty ? .none : .text(form), type: "application/x-www-form-urlencoded")
        case .json: try setBody(.text(set.parameters.json.serialized()), type: "application/json")
        case .propertyList:
            try setBody(.data(set.parameters.propertyList()), type: Body.propertyListType)
        case .custom(let rule):
            do {
                try rule.place(set.parameters, &self)
            } catch {
                throw ClientError(
                    of: error, .invalidRequest, .queue, "the rule “\(rule.name)” cannot place its parameters")
            }
        }
    }

    private mutating func setBody(_ content: Body, type: String) throws(ClientError) {
        guard body.isNone else {
            throw ClientError(
                .invalidRequest, .queue,
                "parameters of the type \(type) want the body, but the request has a body already",
                hint: "place them in the query, or leave the other body out")
        }
        body = content
        if headers["Content-Type"] == nil { headers.add("Content-Type", type) }
    }
}

extension Body {
    /// Creates a body with parameters as a form, with the type `application/x-www-form-urlencoded`.
    public static func form(
        _ parameters: Parameters, encoding: ParameterEncoding = ParameterEncoding()
    ) -> Body {
        .typed(.text(parameters.encoded(encoding)), contentType: "application/x-www-form-urlencoded")
    }
}
