// CCurl
